// Owns: one POST per line through Node's fetch. Does not own: tasks, or when to send.

import { createInterface } from "node:readline";

const endpoint = process.argv[2];
for await (const line of createInterface({ input: process.stdin })) {
  const [timeout, key, body] = line.split(" ");
  console.log(await post(Number(timeout), key, Buffer.from(body, "base64")));
}

async function post(timeout, key, body) {
  const headers = { "Content-Type": "application/json" };
  if (key !== "-") headers["Idempotency-Key"] = key;
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(endpoint, { method: "POST", headers, body, signal });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return `${answer.status} ${bytes.toString("base64") || "-"}`;
  } catch (error) {
    return `error ${error.name}`;
  }
}

// Owns: one POST per line through java.net.HttpURLConnection. Does not own: tasks, or when to send.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Base64;

final class HttpUrlConnectionSender {
  public static void main(String[] arguments) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      String[] words = line.split(" ");
      System.out.println(
          post(arguments[0], Integer.parseInt(words[0]), words[1], words[2]));
    }
  }

  private static String post(String endpoint, int timeout, String key, String body) {
    try {
      var connection = (HttpURLConnection) URI.create(endpoint).toURL().openConnection();
      connection.setConnectTimeout(timeout);
      connection.setReadTimeout(timeout);
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      if (!key.equals("-")) connection.setRequestProperty("Idempotency-Key", key);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(Base64.getDecoder().decode(body));
      }
      int status = connection.getResponseCode();
      byte[] answer = new byte[0];
      try (InputStream in =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        if (in != null) answer = in.readAllBytes();
      }
      String text = Base64.getEncoder().encodeToString(answer);
      return status + " " + (text.isEmpty() ? "-" : text);
    } catch (IOException error) {
      return "error " + error.getClass().getSimpleName();
    }
  }
}

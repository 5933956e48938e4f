#!/bin/sh
# A client in shell around curl. `post` is the place for your own call; everything else is a queue
# that outlives its process. An operation is a folder with its body and its key. It gets both
# before it gets its name, so that a tap is either written down whole or never happened.
#
#   client.sh submit BODYFILE   the user taps New: written down, then sent in the background
#   client.sh sync              back online, or a refresh: sends whatever is not done
#   client.sh tasks             prints the list
#   client.sh retry TASK        the user asks for a stopped operation to be sent again
set -u
queue=$ACCEPTANCE_HOME/queue
mkdir -p "$queue"

# YOUR CALL. Sends the file `body` once, under the key in the file `key`; leaves the answer in the
# files `head` and `answer`, and prints its status. Fails where there was no whole answer. It must
# not try again by itself and not follow redirects: `send` decides both.
post() {
  set -- --header "Idempotency-Key: $key"
  [ -z "${ACCEPTANCE_TOKEN:-}" ] || set -- "$@" --header "Authorization: Bearer $ACCEPTANCE_TOKEN"
  curl "$@" --silent --max-time 2 --dump-header head --output answer --write-out '%{http_code}' \
    --header 'Content-Type: application/json' \
    --data-binary @body "$ACCEPTANCE_ENDPOINT"
}

# YOUR SERVER'S SUCCESS: a whole, flat JSON object with an id, without an error, and where it names
# a key, with this one. A 200 that a proxy made up is none.
is_success() {
  member='"[^"\\]*":("[^"\\]*"|-?[0-9.]+|true|false|null)'
  object=$(tr -d ' \n' <answer | grep -xE "\{$member(,$member)*\}" | grep '[{,]"id":' |
    grep -v '"error":') || return 1
  case $object in *'"key":'*) case $object in *"\"$key\""*) ;; *) return 1 ;; esac ;; esac
}

# Until when the server wants to be left alone, in seconds since 1970: a number or a date.
wait_until() {
  pause=$(tr -d '\r' <head | sed -n 's/^[Rr]etry-[Aa]fter: *//p' | tail -n 1)
  case $pause in
    '') return 1 ;;
    *[!0-9]*)
      date -d "$pause" +%s 2>/dev/null ||
        date -j -u -f '%a, %d %b %Y %H:%M:%S GMT' "$pause" +%s 2>/dev/null
      ;;
    *) echo $(($(date +%s) + $(echo "$pause" | cut -c 1-9) + 1)) ;;
  esac
}

# The lock dies with its holder, so no operation is sent twice at once and none is forgotten.
take_lock() {
  if command -v flock >/dev/null; then flock -n 9; else
    perl -e 'use Fcntl ":flock"; open(F, ">&=9") && flock(F, LOCK_EX | LOCK_NB) or exit 1'
  fi
}

# Whole or not at all: a process may be killed between two of its system calls.
put() { echo "$2" >"$1.new" && mv "$1.new" "$1"; }

send() (
  cd "$1" && exec 9>lock && take_lock || exit 0
  [ ! -e state ] || exit 0
  [ ! -e not-before ] || [ "$(date +%s)" -ge "$(cat not-before)" ] || exit 0
  rm -f answer head not-before
  # Who cannot write down what comes of it does not send.
  echo >>sends || exit 0
  read -r key <key
  status=$(post) || exit 0
  case $status in
    200 | 201) ! is_success || put state done ;;
    408 | 421 | 423 | 425 | 429) ! until=$(wait_until) || put not-before "$until" ;;
    # Waits for new credentials: the next sync or launch tries again.
    401 | 403 | 407) ;;
    3?? | 4??) put state "stopped $status" ;;
    5??) ! until=$(wait_until) || put not-before "$until" ;;
  esac
)

# Onto the disk before the tap is acknowledged.
flush() { sync "$@" 2>/dev/null || sync; }

case ${1:-} in
  submit)
    new=$(mktemp -d "$queue/.new-XXXXXX") && cp "$2" "$new/body" &&
      { cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen; } >"$new/key" &&
      [ -s "$new/key" ] && flush "$new/body" "$new/key" "$new" || exit 1
    task=T-${new##*-}
    mv "$new" "$queue/$task" && flush "$queue" || exit 1
    send "$queue/$task" </dev/null >/dev/null 2>&1 &
    printf '{"task":"%s"}\n' "$task"
    ;;
  sync) for operation in "$queue"/*/; do send "$operation" & done </dev/null >/dev/null 2>&1 ;;
  tasks)
    comma=
    printf '['
    for operation in "$queue"/*/; do
      [ -d "$operation" ] || continue
      state=pending diagnosis=
      [ ! -e "${operation}state" ] || read -r state diagnosis <"${operation}state"
      operation=${operation%/}
      printf '%s{"task":"%s","state":"%s","diagnosis":"%s"}' "$comma" "${operation##*/}" \
        "$state" "$diagnosis"
      comma=,
    done
    printf ']\n'
    ;;
  retry)
    grep -q '^stopped' "$queue/$2/state" && rm "$queue/$2/state" || exit 1
    send "$queue/$2" </dev/null >/dev/null 2>&1 &
    ;;
  *) echo 'usage: client.sh submit BODYFILE | sync | tasks | retry TASK' >&2 && exit 64 ;;
esac

#!/bin/sh
# A client in a few lines of shell around curl: what it has written down survives its own death.
# An operation is a folder with its body and its key. It gets both before it gets its name, so
# that a tap is either written down whole or never happened. Verbs: submit BODYFILE NAME, sync,
# tasks; sending goes on in the background. Needs curl 7.84 and flock.
set -u
queue=$ACCEPTANCE_HOME/queue
mkdir -p "$queue"

# A success is a whole flat JSON object with an id, without an error, and of this operation.
is_success() {
  member='"[^"\\]*":("[^"\\]*"|-?[0-9.]+|true|false|null)'
  tr -d ' \n' <answer | grep -xE "\{$member(,$member)*\}" | grep '[{,]"id":' | grep -v '"error":' |
    { read -r object && case $object in *'"key":'*"\"$(cat key)\""*) ;; *'"key":'*) false ;; esac; }
}

# The lock dies with its holders, so that no operation is sent twice at once and none is forgotten.
# Whole or not at all: a process may be killed between two of its system calls.
put() { echo "$2" >"$1.new" && mv "$1.new" "$1"; }

send() (
  cd "$1" && exec 9>lock && flock -n 9 || exit 0
  [ ! -e state ] || exit 0
  [ ! -e not-before ] || [ "$(date +%s)" -ge "$(cat not-before)" ] || exit 0
  rm -f answer not-before
  # Who cannot write down what comes of it does not send.
  echo >>sends || exit 0
  head=$(curl --silent --max-time "${RESPONSE_TIMEOUT_S:-1}" --output answer \
    --write-out '%{http_code} %header{retry-after}' --header "Idempotency-Key: $(cat key)" \
    --header 'Content-Type: application/json' --data-binary @body "$ACCEPTANCE_ENDPOINT") || exit 0
  status=${head%% *} pause=${head#* }
  case $pause in
    '') ;;
    *[!0-9]*) ! until=$(date -d "$pause" +%s 2>/dev/null) || put not-before "$until" ;;
    *) put not-before $(($(date +%s) + pause + 1)) ;;
  esac
  case $status in
    200 | 201) ! is_success || put state done ;;
    400 | 404 | 405 | 409 | 410 | 413 | 415 | 422) put state "stopped $status" ;;
  esac
)

case $1 in
  submit)
    new=$(mktemp -d "$queue/.new-XXXXXX") && cp "$2" "$new/body" &&
      cat /proc/sys/kernel/random/uuid >"$new/key" && sync "$new/body" "$new/key" "$new" &&
      mv -T "$new" "$queue/$3" && sync "$queue" || exit 1
    send "$queue/$3" </dev/null >/dev/null 2>&1 &
    ;;
  sync) for operation in "$queue"/*/; do send "$operation" & done </dev/null >/dev/null 2>&1 ;;
  tasks)
    comma=
    printf '['
    for operation in "$queue"/*/; do
      [ -d "$operation" ] || continue
      state='' diagnosis=''
      [ ! -e "$operation/state" ] || read -r state diagnosis <"$operation/state"
      printf '%s{"task":"%s","key":"%s","state":"%s","diagnosis":"%s"}' "$comma" \
        "$(basename "$operation")" "$(cat "$operation/key")" "${state:-pending}" "$diagnosis"
      comma=,
    done
    printf ']\n'
    ;;
esac

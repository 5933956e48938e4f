#!/bin/sh
# A client in a few lines of shell around curl: what it has written down survives its own death.
# An operation is a folder with its body and its key. It gets both before it gets its name, so
# that a tap is either written down whole or never happened. Verbs: submit BODYFILE NAME, sync,
# tasks. Needs curl 7.84 and flock.
set -u
queue=$ACCEPTANCE_HOME/queue
mkdir -p "$queue"

# The lock dies with its holder, so that no operation is sent twice at once and none is forgotten.
send() (
  cd "$1" && exec 9>lock && flock -n 9 || exit 0
  [ ! -e state ] || exit 0
  [ ! -e not-before ] || [ "$(date +%s)" -ge "$(cat not-before)" ] || exit 0
  rm -f answer not-before
  status=$(curl --silent --max-time "${RESPONSE_TIMEOUT_S:-1}" --output answer \
    --write-out '%{http_code} %header{retry-after}' --header "Idempotency-Key: $(cat key)" \
    --header 'Content-Type: application/json' --data-binary @body "$ACCEPTANCE_ENDPOINT") || exit 0
  case ${status#* } in '' | *[!0-9]*) ;; *) echo $(($(date +%s) + ${status#* } + 1)) >not-before ;; esac
  case ${status%% *} in
    # A success names what it made, and this operation if it names any.
    200 | 201) if grep -q '"id"' answer && ! grep -q '"error"' answer &&
      { ! grep -q '"key"' answer || grep -qF "$(cat key)" answer; }; then echo done >state; fi ;;
    400 | 404 | 405 | 409 | 410 | 413 | 415 | 422) echo "stopped ${status%% *}" >state ;;
  esac
)

case $1 in
  submit)
    new=$(mktemp -d "$queue/.new-XXXXXX") && cp "$2" "$new/body" &&
      cat /proc/sys/kernel/random/uuid >"$new/key" && sync "$new/body" "$new/key" "$new" &&
      mv -T "$new" "$queue/$3" && sync "$queue" || exit 1
    send "$queue/$3"
    ;;
  sync) for operation in "$queue"/*/; do [ ! -d "$operation" ] || send "$operation"; done ;;
  tasks)
    comma=
    printf '['
    for operation in "$queue"/*/; do
      [ -d "$operation" ] || continue
      read -r state diagnosis 2>/dev/null <"$operation/state" || state=${state:-pending}
      printf '%s{"task":"%s","key":"%s","state":"%s","diagnosis":"%s"}' "$comma" \
        "$(basename "$operation")" "$(cat "$operation/key")" "$state" "${diagnosis:-}"
      comma=, state= diagnosis=
    done
    printf ']\n'
    ;;
esac

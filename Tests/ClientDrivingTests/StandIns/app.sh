#!/bin/sh
# Stands in for an app with the mailbox hook, whose mailbox is $1.
mkdir -p "$1" && cd "$1" || exit 1
last=
while :; do
  if [ -e in.json ]; then
    line=$(cat in.json)
    id=${line#*'"id":'}
    id=${id%%[,\}]*}
    if [ "$id" != "$last" ]; then
      last=$id
      printf '%s\n' "$line" >>letters
      echo "heard $id" && echo "worried about $id" >&2
      case $line in
        *'"do":"hello"'*) rest=',"protocol":1,"client":"stand-in","can":["submit","tasks"]' ;;
        *'"do":"submit"'*) rest=",\"task\":\"T-$id\"" ;;
        *'"do":"tasks"'*) rest=',"tasks":[]' ;;
        *) rest= ;;
      esac
      printf '{"pid":%d,\n "id":%s,"ok":true%s}' $$ "$id" "$rest" >out.new && mv out.new out.json
    fi
  fi
  sleep 0.02
done

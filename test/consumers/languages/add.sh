curl --silent --write-out '\n%{http_code}' "$1" \
  --header "Authorization: Bearer $2" --header 'Content-Type: application/json' --data "$3" |
  awk 'NR > 1 { body = body line "\n" } { line = $0 } END { print line; printf "%s", body }'

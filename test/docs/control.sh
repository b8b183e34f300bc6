# The control API from a shell; guides.test.ts runs it against a mock server.
# #region control
mock=http://127.0.0.1:4010/~shell
json='Content-Type: application/json'

curl -s -X POST $mock/__mock/failures -H "$json" -d '{ "failure": { "status": 503 }, "match": { "id": 7 } }'
curl -s -X POST $mock/plants -H "$json" -H 'Authorization: Bearer token' -d '{ "id": 7, "name": "Monstera" }'
curl -s $mock/__mock/requests
# #endregion

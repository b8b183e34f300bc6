# Fails the next request of the default session; guides.test.ts runs it against a mock server.
# #region fail
curl -X POST http://127.0.0.1:4010/__mock/failures -H 'Content-Type: application/json' -d '{"failure":{"status":503}}'
# #endregion

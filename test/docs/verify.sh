# How to verify a service; readme.long.test.ts runs it against a mock server.
# #region verify
npx plant-store-client verify https://plants.example.com/v1 --dry-run
npx plant-store-client verify https://plants.example.com/v1 --token-env PLANTS_TOKEN
# #endregion

# What README tells to type in a project of one's own; readme.test.ts runs it in a fresh folder.
# #region install
npm install plant-store-client
# #endregion

# #region serve
# A server, beside your dev server; --help shows the rest.
npx plant-store-client --port 4010 --token token
# #endregion

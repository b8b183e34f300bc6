# The commands of the README for a project of your own; readme.long.test.ts runs them in a fresh folder.
# #region install
npm install plant-store-client
# #endregion

# #region serve
npx plant-store-client mock --port 4010 --token token
# #endregion

# The commands of the README for a project of your own; readme.test.ts runs them in a fresh folder.
# #region install
npm install plant-store-client
# #endregion

# #region serve
# A server, next to your dev server; --help lists the options.
npx plant-store-client --port 4010 --token token
# #endregion

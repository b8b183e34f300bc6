// Made by `npm run generate` from openapi.yaml. Not edited by hand.
// <stdin>
var parseSuccess = (text) => JSON.parse(text);
var parseError = (text) => JSON.parse(text);
export {
  parseError,
  parseSuccess
};

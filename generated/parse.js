// Made by `npm run generate` from openapi.yaml. Not edited by hand.
// <stdin>
var parse = JSON.parse;
export {
  parse as parseError,
  parse as parseSuccess
};

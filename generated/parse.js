// Made by `npm run generate` from openapi.yaml. Not edited by hand.
// <stdin>
var parse = (text, reviver) => JSON.parse(text, reviver);
export {
  parse as parseError,
  parse as parseSuccess
};

// Made by `npm run generate` from openapi.yaml. Not edited by hand.
// <stdin>
function issuesOfRequest(data, origin) {
  const issues = [];
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      issues.push({ message: "is required", path: ["name"] });
    }
    if (data.id === void 0) {
      issues.push({ message: "is required", path: ["id"] });
    }
    if (data.name !== void 0) {
      if (typeof data.name !== "string") {
        issues.push({ message: "must be a string", path: ["name"] });
      }
    }
    if (data.tag !== void 0) {
      if (typeof data.tag !== "string") {
        issues.push({ message: "must be a string", path: ["tag"] });
      }
    }
    if (data.id !== void 0) {
      let data2 = data.id;
      if (!(Number.isSafeInteger(data2) || typeof data2 == "bigint" && BigInt.asIntN(64, data2) == data2)) {
        issues.push({ message: origin !== "json" && Number.isInteger(data2) ? "must be a bigint beyond 2^53 - 1" : "must be an int64", path: ["id"] });
      }
    }
  } else {
    issues.push({ message: "must be an object", path: [] });
  }
  return issues;
}
function isSuccess(data) {
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      return false;
    }
    if (data.name !== void 0) {
      if (typeof data.name !== "string") {
        return false;
      }
    }
    if (data.tag !== void 0) {
      if (typeof data.tag !== "string") {
        return false;
      }
    }
  } else {
    return false;
  }
  return true;
}
function isError(data) {
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.error === void 0) {
      return false;
    }
    if (data.message === void 0) {
      return false;
    }
    if (data.error !== void 0) {
      let data0 = data.error;
      if (!(data0 === (Number(data0) | 0))) {
        return false;
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        return false;
      }
    }
  } else {
    return false;
  }
  return true;
}
export {
  isError,
  isSuccess,
  issuesOfRequest
};

// Made by `npm run generate` from openapi.yaml. Not edited by hand.
// <stdin>
function isPlant(data) {
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
function issuesOfNewPlant(data) {
  const issues = [];
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      issues.push({ path: "/name", message: "is required" });
    }
    if (data.id === void 0) {
      issues.push({ path: "/id", message: "is required" });
    }
    if (data.name !== void 0) {
      if (typeof data.name !== "string") {
        issues.push({ path: "/name", message: "must be string" });
      }
    }
    if (data.tag !== void 0) {
      if (typeof data.tag !== "string") {
        issues.push({ path: "/tag", message: "must be string" });
      }
    }
    if (data.id !== void 0) {
      let data2 = data.id;
      if (!(Number.isSafeInteger(data2) || typeof data2 == "bigint" && BigInt.asIntN(64, data2) == data2)) {
        issues.push({ path: "/id", message: "must be an int64 (in JavaScript, beyond 2^53 - 1 a bigint)" });
      }
    }
  } else {
    issues.push({ path: "", message: "must be object" });
  }
  return issues;
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
  isPlant,
  issuesOfNewPlant
};

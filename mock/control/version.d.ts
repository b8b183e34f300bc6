// The build replaces it by the version of package.json.
declare const PACKAGE_VERSION: string

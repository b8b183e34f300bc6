// The module that the build makes of this folder (scripts/console-page.ts); the file does not exist.

/** The page with its script and style inlined: compressed by gzip, in base64. */
export const compressedHtml: string
/** The source expression of the script in a content security policy (CSP 3, section 2.3.1). */
export const scriptHash: string
/** The source expression of the style. */
export const styleHash: string

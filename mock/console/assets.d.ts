// What the build makes of this folder (scripts/console-page.ts); no such file is written.

/** The page, its script and style inlined. */
export const html: string
/** The source expression of the script in a content security policy (CSP 3, section 2.3.1). */
export const scriptHash: string
/** The source expression of the style. */
export const styleHash: string

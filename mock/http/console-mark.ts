/**
 * The header by which the console marks what it sends: `ID` or, for a repeated request, `ID repeats KEY`. The journal
 * has it like any other. No service behind the mock gets it, and no copied command has it.
 */
export const CONSOLE_HEADER = 'x-mock-console'

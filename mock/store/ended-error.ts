/** A change to a store whose session was ended. */
export class EndedError extends Error {}

/** Responses with these statuses have no body (RFC 9110, section 6.4.1). */
export const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304]

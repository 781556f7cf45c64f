/** What a proxy answers while it does not reach the panel. */
export const unreachedStatuses: readonly number[] = [502, 503, 504]

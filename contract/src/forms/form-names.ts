/** The forms, by the name under which their records are stored. */
export const formNames = ['ambulance-request', 'ambulance-referral'] as const
export type FormName = (typeof formNames)[number]

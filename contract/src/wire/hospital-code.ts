import * as z from 'zod/mini'

/** The facility's code (HCODE) of the Ministry of Public Health: five or nine digits. */
export const hospitalCodePattern = /^\d{5}(\d{4})?$/

export const HospitalCode = z.string().check(z.trim(), z.regex(hospitalCodePattern, 'hospital-code-invalid'))

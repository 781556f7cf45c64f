/** Whether a disease code is an ICD-10 code, which is shown; diseases with a code of our own are shown by name only. */
export const isIcd10 = (code: string) => /^[A-Z]\d{2}/.test(code)

/** Whether a code of a disease is an ICD-10 code, which is shown; a word of our own is shown by its name alone. */
export const isIcd10 = (code: string) => /^[A-Z]\d{2}/.test(code)

import * as z from 'zod/mini'
import { languages } from './languages.ts'

/** The language of a file that is asked for. */
export const FileLanguage = z._default(z.enum(languages), 'en')

import { IconCloudX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import type { KeptPart } from './database.ts'
import classes from './offline.module.css'

/** Says that a photo or a signature is only on this tablet, or why the server could not store it. */
export function UnsentNote({ part: { problem } }: { part: KeptPart }) {
  const { t } = useTranslation('offline')
  return (
    <span className={classes.unsent}>
      <IconCloudX size={18} aria-hidden />{' '}
      {problem === null ? t('unsent') : <ProblemText message={problem} />}
    </span>
  )
}

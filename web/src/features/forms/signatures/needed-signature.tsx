import { Button } from '@mantine/core'
import { IconCheck, IconSignature } from '@tabler/icons-react'
import { isNeeded, type NeededSignature as Needed, type SignerRole } from 'contract'
import { useTranslation } from 'react-i18next'
import { FormField } from '../form-field.tsx'
import { useAnswer, useRecord } from '../use-record.ts'
import classes from './signatures.module.css'

type NeededSignatureProps = {
  needed: Needed
  signed: readonly SignerRole[]
  onSign: (role: SignerRole) => void
}

/** A signature without which the record cannot be complete, or why nobody signs. */
export function NeededSignature({ needed, signed, onSign }: NeededSignatureProps) {
  const { t } = useTranslation('forms')
  const isAsked = useRecord((store) => isNeeded(needed, store.getAnswers()))
  const hasReason = useAnswer(needed.unless) !== null
  if (!isAsked) return null
  const found = needed.by.filter((role) => signed.includes(role))
  const isSigned = found.length > 0
  const who = (isSigned ? found : needed.by).map((role) => t(`signer-role.${role}`)).join(' / ')
  const [first] = needed.by
  return (
    <>
      <div className={classes.needed}>
        <span className={isSigned ? classes.holds : undefined}>
          {isSigned && <IconCheck size={18} aria-hidden />}
          {t(isSigned ? 'signature-there' : 'signature-needed', { who })}
        </span>
        {!isSigned && first && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconSignature size={18} aria-hidden />}
            onClick={() => onSign(first)}
          >
            {t('sign')}
          </Button>
        )}
      </div>
      {(!isSigned || hasReason) && <FormField path={needed.unless} />}
    </>
  )
}

import { type Condition, type FormSignature, holds, mayHold, type SignerRole } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../../ui/person-name.ts'
import { SignaturePicture } from '../../../ui/signature/signature-pad.tsx'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'
import { PrintedDateTime } from './printed-date-time.tsx'
import { Blank } from './ticks.tsx'

/** Who signed on a screen, lines on which the others sign by hand, and who completed the record. */
export function PrintedSignatures({ signers }: { signers: readonly SignerRole[] }) {
  const { t } = useTranslation('forms')
  const { form, record, answers, known } = useFormPrint()
  const signatures = record?.signatures ?? []
  const asks = (need: 'always' | Condition) =>
    need === 'always' || (answers ? holds(need, answers) : mayHold(form, need, known))
  const needed = (form.signatures ?? []).filter(({ need }) => asks(need)).map(({ by }) => by)
  const others = signers.filter((role) => !needed.some((by) => by.includes(role))).map((role) => [role])
  const missing = [...needed, ...others].filter((by) => !signatures.some(({ role }) => by.includes(role)))
  return (
    <div className={classes.ending}>
      <div className={classes.signatures}>
        {signatures.map((signature) => (
          <Signed key={signature._id} signature={signature} />
        ))}
        {missing.map((by) => (
          <div key={by.join()} className={classes.signed}>
            <Blank />
            <span>{by.map((role) => t(`signer-role.${role}`)).join(' / ')}</span>
            <span className={classes.hn}>
              {t('printout.time')} <Blank />
            </span>
          </div>
        ))}
      </div>
      <p className={classes.signature}>
        {record?.completed_by && record.completed_at ? (
          <>
            {t('printout.completed', { person: formatStaffName(record.completed_by) })} ·{' '}
            <PrintedDateTime at={record.completed_at} />
          </>
        ) : (
          <>
            {t('printout.signed')} <Blank /> {t('printout.time')} <Blank />
          </>
        )}
      </p>
    </div>
  )
}

function Signed({ signature }: { signature: FormSignature }) {
  const { t } = useTranslation('forms')
  const { role, signer_name, relation, strokes, holds, has_more, at } = signature
  return (
    <div className={classes.signed}>
      {strokes ? (
        <SignaturePicture strokes={strokes} label={signer_name} />
      ) : (
        <span>{t('signed-typed')}</span>
      )}
      <span>
        {t(`signer-role.${role}`)}: {signer_name}
        {relation && ` (${relation})`}
      </span>
      <PrintedDateTime at={at} />
      {!holds && <strong>{t('signed-changed')}</strong>}
      {holds && has_more && <span>{t('signed-more')}</span>}
    </div>
  )
}

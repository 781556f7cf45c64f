import { capacityQuestions, type Refusal } from 'contract'
import { useTranslation } from 'react-i18next'
import { Fact } from '../../ui/fact.tsx'
import { SignaturePicture } from '../../ui/signature/signature-pad.tsx'

/** What a patient who left against advice answered, and who signed before whom. */
export function RefusalFacts({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('admissions')
  const answer = (is: boolean) => t(is ? 'refusal.yes' : 'refusal.no')
  return (
    <>
      <Fact label={t('refusal.capacity')}>
        {capacityQuestions.map((field) => `${t(`refusal.${field}`)}: ${answer(refusal[field])}`).join(' · ')}
      </Fact>
      <Fact label={t('refusal.are_risks_told')}>{answer(refusal.are_risks_told)}</Fact>
      <Fact label={t('refusal.signed_by')}>
        {[t(`refusal.signers.${refusal.signed_by}`), refusal.signer_name].filter(Boolean).join(' · ')}
        {refusal.strokes ? (
          <SignaturePicture label={t('refusal.strokes')} strokes={refusal.strokes} />
        ) : (
          refusal.signed_by !== 'NOBODY' && ` · ${t('refusal.on-paper')}`
        )}
      </Fact>
      <Fact label={t('refusal.witness')}>{refusal.witness}</Fact>
    </>
  )
}

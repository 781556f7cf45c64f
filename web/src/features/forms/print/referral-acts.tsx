import { appraisedCare, findReferralHolder, type ReferralAct } from 'contract'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useReferralActWords } from '../../../clinical/ambulance/use-referral-act-words.ts'
import { formatStaffName } from '../../../ui/person-name.ts'
import classes from './form-printout.module.css'
import { ReadBefore, useFormPrint } from './print-context.ts'
import { PrintedDateTime } from './printed-date-time.tsx'
import { Blank } from './ticks.tsx'

/** What was done about a referral beside its form: who has it in hand, the answer, how the transfer is judged. */
export function ReferralActs() {
  const { t } = useTranslation('referrals')
  const { record } = useFormPrint()
  const { acts } = useContext(ReadBefore)
  const holder = findReferralHolder(acts)
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('printout.acts')}</h2>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('printout.at')}</th>
            <th scope="col">{t('printout.act')}</th>
            <th scope="col">{t('printout.by')}</th>
            <th scope="col">{t('printout.said')}</th>
          </tr>
        </thead>
        <tbody>
          {acts.map((act) => (
            <ActRow key={act._id} act={act} />
          ))}
          {(!record || acts.length === 0) &&
            (['TAKEN', 'ACCEPTED', 'APPRAISED'] as const).map((act) => (
              <tr key={act}>
                <td />
                <td>{t(`act.${act}`)}</td>
                <td />
                <td>{act === 'APPRAISED' && <BlankAppraisal />}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {holder && (
        <p className={classes.note}>
          {t('holder')}: {formatStaffName(holder.staff)} · {t('since')} <PrintedDateTime at={holder.since} />
        </p>
      )}
    </section>
  )
}

function ActRow({ act }: { act: ReferralAct }) {
  const { t } = useTranslation('referrals')
  const { at, by, to, proposed_at } = act
  const said = useReferralActWords()(act, 'full')
  return (
    <tr>
      <td>
        <PrintedDateTime at={at} />
      </td>
      <td>
        {t(`act.${act.act}`)} {to && formatStaffName(to)}
      </td>
      <td>{formatStaffName(by)}</td>
      <td>
        {proposed_at && (
          <>
            {t('proposed-time')} <PrintedDateTime at={proposed_at} />{' '}
          </>
        )}
        {said}
      </td>
    </tr>
  )
}

/** Lines to fill in by hand: what the receiving side judges. */
function BlankAppraisal() {
  const { t } = useTranslation('referrals')
  return (['suitability', 'data_transfer', ...appraisedCare] as const).map((name) => (
    <span key={name} className={classes.hn}>
      {t(`appraisal.${name}`)} <Blank />
    </span>
  ))
}

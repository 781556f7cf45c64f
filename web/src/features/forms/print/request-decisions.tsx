import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../../ui/person-name.ts'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'
import { PrintedDateTime } from './printed-date-time.tsx'

/**
 * How a request was answered, and how it ended where nobody was brought: who decided it, when and why; and another time
 * of its call than it says.
 */
export function RequestDecisions() {
  const { t } = useTranslation(['forms', 'missions', 'referrals'])
  const { record } = useFormPrint()
  const decisions = record?.decisions ?? []
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('printout.decisions')}</h2>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('referrals:printout.at')}</th>
            <th scope="col">{t('referrals:printout.act')}</th>
            <th scope="col">{t('referrals:printout.by')}</th>
            <th scope="col">{t('referrals:printout.said')}</th>
          </tr>
        </thead>
        <tbody>
          {decisions.map(({ step, at, by, reason, note }) => (
            <tr key={`${step} ${at} ${note}`}>
              <td>
                <PrintedDateTime at={at} />
              </td>
              <td>{t(step === 'CALLED' ? 'printout.call-corrected' : `missions:state.${step}`)}</td>
              <td>{by && formatStaffName(by)}</td>
              <td>{[reason && t(`missions:reason.${reason}`), note].filter(Boolean).join(': ')}</td>
            </tr>
          ))}
          {decisions.every(({ step }) => step === 'CALLED') &&
            (['ACCEPTED', 'DECLINED', 'CANCELLED'] as const).map((step) => (
              <tr key={step}>
                <td />
                <td>{t(`missions:state.${step}`)}</td>
                <td />
                <td />
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

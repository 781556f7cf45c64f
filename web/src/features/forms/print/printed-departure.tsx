import { departureSteps, isReason, lifeSteps } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../../ui/person-name.ts'
import { useFormTexts } from '../use-form-texts.ts'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'
import { PrintedDateTime } from './printed-date-time.tsx'
import { Ticks } from './ticks.tsx'

export const isDepartureStep = (name: string): boolean => name in lifeSteps || name in departureSteps

/** What is checked before a transport leaves: done or not, when and by whom; blank for a hand where nobody typed it. */
export function DepartureSteps({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('forms')
  const { formName, record, answers } = useFormPrint()
  const { formatField } = useFormTexts(formName)
  return (
    <table className={classes.rows} data-steps>
      <thead>
        <tr>
          <th scope="col">{t('printout.step')}</th>
          <th scope="col">{t('printout.checked')}</th>
          <th scope="col">{t('printout.clock')}</th>
          <th scope="col">{t('printout.checked-by')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const answer = answers?.[name]
          const step = record?.steps.find(({ field }) => field === name)
          return (
            <tr key={name}>
              <td>{formatField(name)}</td>
              <td>
                {isReason(answer) ? (
                  t(`reason.${answer.reason}`)
                ) : (
                  <Ticks
                    options={[
                      { label: t('yes'), isTicked: answer === true },
                      { label: t('no'), isTicked: answer === false },
                    ]}
                  />
                )}
              </td>
              <td>{step && <PrintedDateTime at={step.at} />}</td>
              <td>{step && formatStaffName(step.by)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

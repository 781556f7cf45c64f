import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react'
import { listNeededSheets, type Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayReadReferral } from '../../../clinical/ambulance/use-may-read-referral.ts'
import { useSheetName } from '../../../clinical/ambulance/use-sheet-name.ts'
import { formatFormRecordPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import classes from '../forms.module.css'

const icons = { missing: IconAlertTriangle, started: IconPencil, complete: IconCheck } as const

/** The sheets that the operation of a mission needs, each with how far it is. */
export function NeededSheets({ mission }: { mission: Mission }) {
  const { t } = useTranslation('forms')
  const sheetName = useSheetName()
  const mayOpen = { referral: useMayReadReferral(mission), form: useMay('form:use') }
  const needed = listNeededSheets(mission)
  if (needed.length === 0) return null
  return (
    <div>
      <h3 className={classes.neededTitle}>{t('needed.title')}</h3>
      <ul className={classes.needed} aria-label={t('needed.title')}>
        {needed.map(({ form, state, record, patients }) => {
          const isOpen = record && mayOpen[record.form === 'ambulance-referral' ? 'referral' : 'form']
          const name = sheetName(form)
          const Icon = icons[state]
          return (
            <li key={form} className={classes.neededRow}>
              {isOpen ? (
                <Anchor
                  component={Link}
                  to={formatFormRecordPath(record.form, record._id)}
                  className={classes.neededLink}
                >
                  {name}
                </Anchor>
              ) : (
                <span>{name}</span>
              )}
              <span className={classes.neededState} data-state={state}>
                <Icon size={16} aria-hidden /> {t(`needed.${state}`)}
                {patients && ` · ${t('needed.of-patients', patients)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

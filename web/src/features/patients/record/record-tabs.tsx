import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TabRow } from '../../../ui/bar/tab-row.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { formatRecordPath } from './facts/record-paths.ts'
import { PatientSteps } from './patient-steps.tsx'
import classes from './record-tabs.module.css'
import { useRecordScreens } from './use-record-screens.ts'

type RecordTabsProps = {
  patientId: string
  /** What else can be done; it stands below the other screens. */
  acts?: ReactNode
}

/** The tabs of a record, and the menu of its other screens. */
export function RecordTabs({ patientId, acts }: RecordTabsProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const { screen, tab: open, tabs, menu } = useRecordScreens()
  return (
    <div className={classes.bar}>
      <TabRow current={open?.tab ?? ''} className={classes.row}>
        <nav className={classes.tabs} aria-label={t('sections')}>
          {tabs.map(({ tab, first }) => (
            <Link
              key={tab}
              to={formatRecordPath(patientId, first)}
              className={classes.tab}
              aria-current={tab === open?.tab ? 'page' : undefined}
              preventScrollReset
            >
              {t(`tab.${tab}`)}
            </Link>
          ))}
        </nav>
      </TabRow>
      {screen && <PatientSteps patientId={patientId} screen={screen} />}
      <RowMenu label={t('more-screens')}>
        {menu.map((one) => (
          <Menu.Item
            key={one}
            component={Link}
            to={formatRecordPath(patientId, one)}
            aria-current={one === screen ? 'page' : undefined}
          >
            {t(`patients:section.${one}`)}
          </Menu.Item>
        ))}
        {acts && <Menu.Divider />}
        {acts}
      </RowMenu>
    </div>
  )
}

/** The screens of the open tab, in place of the title; nothing if it has one alone. */
export function ScreenSwitch({ patientId }: { patientId: string }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const { screen, tab: open } = useRecordScreens()
  if (!open || !screen) return null
  return (
    <TabRow current={screen} className={classes.switch}>
      <nav className={classes.screens} aria-label={t(`tab.${open.tab}`)}>
        {open.screens.map((one) => (
          <Link
            key={one}
            to={formatRecordPath(patientId, one)}
            className={classes.screen}
            aria-current={one === screen ? 'page' : undefined}
            preventScrollReset
          >
            {t(`patients:section.${one}`)}
          </Link>
        ))}
      </nav>
    </TabRow>
  )
}

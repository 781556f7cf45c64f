import { Button } from '@mantine/core'
import { IconBed, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { allPatientsPath, wardBoardPath } from '../../paths.ts'

const views = [
  { name: 'ward', path: wardBoardPath, Icon: IconBed },
  { name: 'all', path: allPatientsPath, Icon: IconUsers },
] as const

/** Between the two lists of patients: those in the beds of a ward, and everybody who was ever registered. */
export function PatientViewSwitch({ current }: { current: (typeof views)[number]['name'] }) {
  const { t } = useTranslation('ward-board')
  return (
    <nav aria-label={t('view.label')}>
      <Button.Group>
        {views.map(({ name, path, Icon }) => (
          <Button
            key={name}
            component={Link}
            to={path}
            size="md"
            variant={name === current ? 'light' : 'default'}
            aria-current={name === current ? 'page' : undefined}
            leftSection={<Icon size={18} aria-hidden />}
          >
            {t(`view.${name}`)}
          </Button>
        ))}
      </Button.Group>
    </nav>
  )
}

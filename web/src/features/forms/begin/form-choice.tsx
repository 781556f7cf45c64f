import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type FormName, formNames } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatFormListPath } from '../../../paths.ts'
import { useUser } from '../../../session/signed-in.tsx'
import { Section } from '../../../ui/section.tsx'
import { formCalls } from '../calls.ts'
import classes from '../forms.module.css'
import { useFormTexts } from '../use-form-texts.ts'
import { BeginButton } from './begin-button.tsx'

/** The forms that a user may fill in, each with a way to a new record and to those that exist. */
export function FormChoice() {
  const { permissions } = useUser()
  return (
    <div className={classes.choice}>
      {formNames
        .filter((name) => permissions.includes(formCalls[name].add.access))
        .map((name) => (
          <OneForm key={name} name={name} />
        ))}
    </div>
  )
}

function OneForm({ name }: { name: FormName }) {
  const { t } = useTranslation('forms')
  const { title } = useFormTexts(name)
  return (
    <Section title={title}>
      <div className={classes.choiceButtons}>
        <BeginButton form={name} size="lg" />
        <Button
          size="lg"
          variant="default"
          component={Link}
          to={formatFormListPath(name)}
          rightSection={<IconChevronRight size={20} aria-hidden />}
        >
          {t('records')}
        </Button>
      </div>
    </Section>
  )
}

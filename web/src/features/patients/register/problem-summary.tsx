import { Alert, Anchor, List } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { sortProblems, useFieldPathLabel } from './problems.ts'

type ProblemSummaryProps = {
  errors: FormErrors
  onGo: (path: string) => void
  ref?: Ref<HTMLDivElement>
}

/** A link to every field that has to be corrected. */
export function ProblemSummary({ errors, onGo, ref }: ProblemSummaryProps) {
  const { t } = useTranslation('patient-form')
  const fieldLabel = useFieldPathLabel()
  const paths = sortProblems(errors)
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={t('to-correct', { count: paths.length })}
    >
      <List size="md" spacing={2}>
        {paths.map((path) => (
          <List.Item key={path}>
            <Anchor
              component="button"
              type="button"
              inherit
              c="inherit"
              underline="always"
              onClick={() => onGo(path)}
            >
              {fieldLabel(path)}
            </Anchor>
            {': '}
            {errors[path]}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type Clinic, ClinicDraft, opd } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './opd.module.css'
import { outdatedByQueue } from './queries.ts'

/** The clinics of the hospital, and the form of one of them. */
export function ClinicList({ clinics }: { clinics: readonly Clinic[] }) {
  const { t } = useTranslation('opd')
  const localName = useLocalizedName()
  const [edited, setEdited] = useState<Clinic | 'new' | undefined>(clinics.length === 0 ? 'new' : undefined)
  if (edited)
    return (
      <ClinicForm
        key={edited === 'new' ? 'new' : edited._id}
        clinic={edited === 'new' ? undefined : edited}
        onDone={() => setEdited(undefined)}
      />
    )
  return (
    <Stack gap="md">
      <ul className={classes.rows} aria-label={t('clinics')}>
        {clinics.map((clinic) => (
          <li key={clinic._id} className={classes.row}>
            <strong className={classes.number}>{clinic.code}</strong>
            <span className={classes.patient}>
              {localName(clinic)}
              {clinic.is_closed && <span className={classes.small}>{t('is-closed')}</span>}
            </span>
            <Button
              variant="default"
              size="md"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setEdited(clinic)}
            >
              {t('edit-clinic', { name: clinic.code })}
            </Button>
          </li>
        ))}
      </ul>
      <Group>
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {t('add-clinic')}
        </Button>
      </Group>
    </Stack>
  )
}

function ClinicForm({ clinic, onDone }: { clinic: Clinic | undefined; onDone: () => void }) {
  const { t } = useTranslation('opd')
  const form = useSchemaForm({
    schema: ClinicDraft,
    initialValues: {
      _id: clinic?._id ?? null,
      version: clinic?.version ?? 0,
      code: clinic?.code ?? '',
      name_en: clinic?.name_en ?? '',
      name_th: clinic?.name_th ?? '',
      is_closed: clinic?.is_closed ?? false,
    },
  })
  const save = useSend(opd.saveClinic, {
    inline: ['invalid', 'code-taken'],
    outdates: [...outdatedByQueue, opd.clinics],
    onSuccess: onDone,
    onError: ({ fields }) => showFieldProblems(form, fields),
  })
  return (
    <SchemaForm form={form} onSubmit={(values) => save.mutate(values)}>
      <Stack gap="md">
        <TextInput {...form.getInputProps('code')} label={t('code')} size="md" required maxLength={3} />
        <TextInput
          {...form.getInputProps('name_en')}
          label={t('name-en')}
          size="md"
          required
          maxLength={100}
        />
        <TextInput
          {...form.getInputProps('name_th')}
          label={t('name-th')}
          size="md"
          required
          maxLength={100}
        />
        {clinic && (
          <Switch {...form.getInputProps('is_closed', { type: 'checkbox' })} label={t('closed')} size="md" />
        )}
        <FormEnd action={t('save')} isPending={save.isPending} />
      </Stack>
    </SchemaForm>
  )
}

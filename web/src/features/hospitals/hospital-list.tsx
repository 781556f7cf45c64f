import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Hospital, hospitals, type Input, NewHospital, type Result, thaiCallingCode } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { PersonPhoneField } from '../../clinical/person-phone-field.tsx'
import { formatHospitalPath } from '../../paths.ts'
import { useUser } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { formatPhone } from '../../ui/form/phone-number.ts'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { CardSkeletons } from '../../ui/list/card-skeletons.tsx'
import cards from '../../ui/list/cards.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './hospitals.module.css'

type SentHospital = Input<typeof hospitals.add>
/** The reply to adding a hospital, with its first admin and their link, which is shown only once. */
export type AddedHospital = Result<typeof hospitals.add> & { admin: SentHospital }

type HospitalListProps = { onAdded: (added: AddedHospital) => void }

/** For a system admin: every hospital of the panel, read-only, and a form to add one. */
export function HospitalList({ onAdded }: HospitalListProps) {
  const { t } = useTranslation('hospitals')
  const list = useQuery(ask(hospitals.list, {}, true))
  const [isAdding, adding] = useDisclosure(false)
  return (
    <>
      <PageHeader title={t('list.title')} count={list.data?.hospital.length}>
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
          {t('list.add')}
        </Button>
      </PageHeader>
      <Text c="dimmed" maw="46rem" mt="-0.5rem" mb="md">
        {t('list.lead')}
      </Text>
      {list.isLoadingError ? (
        <QueryFailure query={list} />
      ) : list.data ? (
        <ul className={`${cards.cards} ${classes.hospitals}`} aria-label={t('list.title')}>
          {list.data.hospital.map((hospital) => (
            <li key={hospital._id}>
              <HospitalItem hospital={hospital} />
            </li>
          ))}
        </ul>
      ) : (
        <CardSkeletons label={t('list.title')} />
      )}
      <Dialog isWide opened={isAdding} onClose={adding.close} title={t('list.add')}>
        <AddHospitalForm
          onAdded={(added) => {
            adding.close()
            onAdded(added)
          }}
        />
      </Dialog>
    </>
  )
}

function HospitalItem({ hospital }: { hospital: Hospital }) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const isOwn = useUser().hospital._id === hospital._id
  return (
    <div className={`${cards.card} ${classes.hospital}`}>
      <Link to={formatHospitalPath(hospital._id)} className={cards.link} aria-label={localName(hospital)} />
      <Text fw={600}>{localName(hospital)}</Text>
      <span className={classes.small}>
        {[hospital.code, isOwn && t('list.own'), hospital.phone && formatPhone(hospital.phone)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

function AddHospitalForm({ onAdded }: HospitalListProps) {
  const { t } = useTranslation('hospitals')
  const form = useSchemaForm({
    schema: NewHospital,
    initialValues: {
      code: '',
      name_th: '',
      name_en: '',
      first_name: '',
      last_name: '',
      email: '',
      country_code: thaiCallingCode,
      phone: '',
    },
  })
  const send = useSend(hospitals.add, {
    inline: ['invalid', 'code-taken', 'email-taken'],
    outdates: [hospitals.list],
    onSuccess: (reply, admin) => onAdded({ ...reply, admin }),
  })
  const text = (field: keyof typeof form.values, label: string) => (
    <TextInput
      {...form.getInputProps(field)}
      label={label}
      size="md"
      required
      autoComplete="off"
      {...(field === 'name_th' && { 'data-autofocus': true })}
    />
  )
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => send.mutate(values, { onError: ({ fields }) => showFieldProblems(form, fields) })}
    >
      <Stack gap="md">
        <div className={classes.fields}>
          {text('name_th', t('field.name_th'))}
          {text('name_en', t('field.name_en'))}
          {text('code', t('field.code'))}
          <div className={`${classes.wide} ${classes.legend}`}>{t('list.first-admin')}</div>
          {text('first_name', t('list.first-name'))}
          {text('last_name', t('list.last-name'))}
          {text('email', t('field.email'))}
          <PersonPhoneField form={form} label={t('field.phone')} />
        </div>
        <Text c="dimmed" size="sm">
          {t('list.link-follows')}
        </Text>
        <FormEnd action={t('list.add')} isPending={send.isPending} />
      </Stack>
    </SchemaForm>
  )
}

import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Hospital, hospitals, type HospitalRecords as Records } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { HospitalLogo } from '../../clinical/hospital/hospital-logo.tsx'
import { formatScreenPath } from '../../screens.ts'
import { useMay, useMayOpen } from '../../session/signed-in.tsx'
import { Fact } from '../../ui/fact.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { formatPhone } from '../../ui/form/phone-number.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { HospitalChangeList } from './hospital-change-list.tsx'
import { HospitalForm } from './hospital-form.tsx'
import { HospitalSection } from './hospital-section.tsx'
import classes from './hospitals.module.css'
import { Numbers } from './numbers.tsx'
import { useIsOwnHospital } from './queries.ts'
import { Retention } from './retention.tsx'
import { Wallets } from './wallets.tsx'
import { Wards } from './wards.tsx'

/** All settings of a hospital: of one's own, or of another one, read-only. */
export function HospitalRecords({ id }: { id: string | undefined }) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const found = useQuery(ask(hospitals.records, id ? { _id: id } : {}, true))
  return (
    <>
      <PageHeader title={found.data ? localName(found.data.hospital) : t('title')} />
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : found.data ? (
        <Sections records={found.data} />
      ) : (
        <Skeleton height="32rem" />
      )}
    </>
  )
}

function Sections({ records }: { records: Records }) {
  const { hospital, wards, staff_types, line_waiting, line_outdated, next_numbers, changes } = records
  const { t } = useTranslation('hospitals')
  const isOwn = useIsOwnHospital(hospital._id)
  const mayManage = useMay('hospital:manage') && isOwn
  return (
    <div className={classes.sections}>
      {!isOwn && (
        <Alert color="blue" icon={<IconEye aria-hidden />}>
          {t('only-read')}
        </Alert>
      )}
      <HospitalData
        hospital={hospital}
        waiting={line_waiting}
        outdated={line_outdated}
        mayManage={mayManage}
      />
      <Wards wards={wards} mayManage={mayManage} />
      <StaffTypes types={staff_types} isOwn={isOwn} />
      <Numbers hospital={hospital} next={next_numbers} mayManage={mayManage} />
      {isOwn && <Retention />}
      {mayManage && <Wallets hospital={hospital} />}
      {isOwn && <FurtherSections />}
      <HospitalSection title={t('history')}>
        <HospitalChangeList changes={changes} none={t('no-history')} />
      </HospitalSection>
    </div>
  )
}

type HospitalFactsProps = { hospital: Hospital; waiting: Records['line_waiting']; outdated: number }
type HospitalDataProps = HospitalFactsProps & { mayManage: boolean }

function HospitalData({ hospital, waiting, outdated, mayManage }: HospitalDataProps) {
  const { t } = useTranslation('hospitals')
  const [isEditing, setEditing] = useState(false)
  return (
    <HospitalSection
      title={t('own')}
      act={
        mayManage &&
        !isEditing && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <HospitalForm hospital={hospital} onDone={() => setEditing(false)} />
      ) : (
        <HospitalFacts hospital={hospital} waiting={waiting} outdated={outdated} />
      )}
    </HospitalSection>
  )
}

function HospitalFacts({ hospital, waiting, outdated }: HospitalFactsProps) {
  const { t } = useTranslation('hospitals')
  const { lat, lang } = hospital
  return (
    <div className={classes.own}>
      <HospitalLogo hospital={hospital} size="large" className={classes.logo} />
      <dl className={classes.facts}>
        {(['name_th', 'name_en', 'code', 'address_th', 'address_en'] as const).map((field) => (
          <Fact key={field} label={t(`field.${field}`)}>
            {hospital[field]}
          </Fact>
        ))}
        <Fact label={t('field.phone')}>{hospital.phone && formatPhone(hospital.phone)}</Fact>
        <Fact label={t('field.email')}>{hospital.email}</Fact>
        <Fact label={t('position')}>{lat !== null && lang !== null && `${lat}, ${lang}`}</Fact>
        <Fact label={t('field.line_account')}>
          {hospital.line_account}
          {waiting && (
            <Text c="var(--mantine-color-error)">
              {t('line-waiting', { count: waiting.count })} {t(`line-why.${waiting.why}`)}
            </Text>
          )}
          {outdated > 0 && <Text>{t('line-outdated', { count: outdated })}</Text>}
        </Fact>
        <Fact label={t('field.help_phone')}>{hospital.help_phone && formatPhone(hospital.help_phone)}</Fact>
        <Fact label={t('field.map_tile_url')}>{hospital.map_tile_url}</Fact>
      </dl>
    </div>
  )
}

function StaffTypes({ types, isOwn }: { types: Records['staff_types']; isOwn: boolean }) {
  const { t, i18n } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const mayUsers = useMayOpen()('permissions') && isOwn
  return (
    <HospitalSection title={t('staff-types')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('staff-type')}</th>
            <th scope="col">{t('users')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.code}>
              <th scope="row">{localName(type)}</th>
              <td>{type.users.toLocaleString(i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayUsers && (
        <Anchor component={Link} to={formatScreenPath('permissions')} className={classes.link}>
          {t('what-each-may')}
        </Anchor>
      )}
    </HospitalSection>
  )
}

/** Links to the hospital's settings that have screens of their own. */
function FurtherSections() {
  const { t } = useTranslation(['hospitals', 'app'])
  const open = (['thresholds', 'senders', 'groups'] as const).filter(useMayOpen())
  if (open.length === 0) return null
  return (
    <HospitalSection title={t('further')}>
      <ul className={classes.links}>
        {open.map((screen) => (
          <li key={screen}>
            <Anchor component={Link} to={formatScreenPath(screen)} className={classes.link}>
              {t(`app:${screen}`)}
            </Anchor>
          </li>
        ))}
      </ul>
    </HospitalSection>
  )
}

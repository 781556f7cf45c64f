import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { FluidEntry, Patient } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { useMay } from '../../session/signed-in.tsx'
import { getHospitalMidnight } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FluidDialog } from './fluid-dialog.tsx'
import { FluidEntries } from './fluid-entries.tsx'
import { FluidSums } from './fluid-sums.tsx'
import classes from './fluids.module.css'
import { useFluids } from './queries.ts'

const offeredDays = ['1', '3', '7', '30'] as const

/** What went into a patient and what came out: sums by shift and day, and every entry. */
export function FluidScreen({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['fluids', 'patients'])
  const patientsCrumb = usePatientsCrumb()
  const today = useToday()
  const [days, setDays] = useState<(typeof offeredDays)[number]>('3')
  const [open, setOpen] = useState<{ again?: FluidEntry }>()
  const mayRecord = useMay('clinical:record') && !patient.merged_into
  const found = useFluids(patient._id, {
    from: getHospitalMidnight(today, 1 - Number(days)).toISOString(),
    to: getHospitalMidnight(today, 1).toISOString(),
  })
  return (
    <>
      <PageHeader title={t('patients:section.fluids')} crumbs={[patientsCrumb]}>
        {mayRecord && (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({})}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <Stack gap="md">
        <div className={classes.span}>
          <ChoiceChips
            label={t('span')}
            isLabelHidden
            value={days}
            choices={offeredDays.map((value) => ({
              value,
              label: value === '1' ? t('today') : t('days', { count: Number(value) }),
            }))}
            onChange={setDays}
          />
        </div>
        {found.isLoadingError ? (
          <QueryFailure query={found} />
        ) : !found.data ? (
          <Skeleton height={240} mt="md" />
        ) : found.data.inShifts.length === 0 ? (
          <EmptyState reason={t('nothing')} />
        ) : (
          <>
            <Section title={t('sums')}>
              <SidewaysScroller label={t('title')}>
                <FluidSums fluids={found.data} />
              </SidewaysScroller>
            </Section>
            {found.data.inSpan.length > 0 && (
              <Section title={t('entries')}>
                <FluidEntries
                  patientId={patient._id}
                  entries={found.data.inSpan}
                  onStruck={(again) => setOpen({ again })}
                />
              </Section>
            )}
          </>
        )}
      </Stack>
      <FluidDialog
        patientId={open && patient._id}
        again={open?.again}
        title={t('add')}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

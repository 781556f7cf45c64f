import { Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type FormReview,
  findFieldByPath,
  findForm,
  formDelivery,
  isReason,
  parseAnswerPath,
  partPaths,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { ListScreen } from '../../../ui/list/list-screen.tsx'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { ChangeView, ListView } from '../../../ui/list/use-list-view.ts'
import { formatPatientName } from '../../../ui/person-name.ts'
import { PhotoPicture } from '../photos/photos.tsx'
import { WithHospitalWords } from '../settings/hospital-drugs.tsx'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { DecideAnswerDialog } from './decide-answer-dialog.tsx'
import type { ReviewsView } from './list-query.ts'

type ReviewsProps = { view: ListView<ReviewsView>; onChange: ChangeView<ReviewsView> }

/** What was written after a revocation or into a record that is no draft: a person accepts or rejects it. */
export function Reviews({ view, onChange }: ReviewsProps) {
  const { t } = useTranslation('offline')
  const list = useQuery({
    ...ask(formDelivery.reviews, { page: view.page, number_of_rec: view.size }, true),
    placeholderData: keepPreviousData,
  })
  const [decided, setDecided] = useState<{ review: FormReview; isAccepted: boolean }>()
  return (
    <>
      <ListScreen
        title={t('reviews.title')}
        tools={null}
        list={list}
        view={{ ...view, filters: {} }}
        onChange={onChange}
        texts={{ none: t('reviews.none') }}
      >
        <RecordRows
          label={t('reviews.list')}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
          columns={[
            {
              key: 'record',
              label: t('reviews.record'),
              isBare: true,
              cell: (review) => <ReviewedForm review={review} />,
            },
            {
              key: 'answer',
              label: t('reviews.answer'),
              cell: (review) => (
                <WithHospitalWords>
                  <ReviewedAnswer review={review} />
                </WithHospitalWords>
              ),
            },
            { key: 'why', label: t('reviews.why'), cell: ({ reason }) => t(`reviews.because.${reason}`) },
            {
              key: 'written',
              label: t('reviews.written'),
              cell: ({ written_at, written_by }) => (
                <>
                  <Time at={written_at} /> · <StaffName of={written_by} />
                </>
              ),
            },
            {
              key: 'brought',
              label: t('reviews.brought'),
              cell: ({ received_at, delivered_by }) => (
                <>
                  <Time at={received_at} /> · <StaffName of={delivered_by} />
                </>
              ),
            },
            {
              key: 'acts',
              label: '',
              cell: (review) =>
                !review.is_hidden && (
                  <Group gap="xs" wrap="nowrap">
                    <Button size="md" onClick={() => setDecided({ review, isAccepted: true })}>
                      {t('reviews.accept')}
                    </Button>
                    <Button
                      size="md"
                      variant="default"
                      onClick={() => setDecided({ review, isAccepted: false })}
                    >
                      {t('reviews.reject')}
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
      </ListScreen>
      {decided && <DecideAnswerDialog {...decided} onClose={() => setDecided(undefined)} />}
    </>
  )
}

function ReviewedForm({ review: { form, number, patient } }: { review: FormReview }) {
  const { title } = useFormTexts(form)
  return (
    <>
      {title} {number} {patient && `· ${formatPatientName(patient)} · HN ${patient.hn}`}
    </>
  )
}

function ReviewedAnswer({ review }: { review: FormReview }) {
  const { _id, form, form_version, path, photo_id, answer, is_hidden } = review
  const { t } = useTranslation(['offline', 'forms'])
  const { formatField, formatReason } = useFormTexts(form)
  const formatAnswer = useAnswerText(form)
  const place = parseAnswerPath(path)
  const described = findForm(form, form_version) ?? findForm(form)
  const field = place && described && findFieldByPath(described, place)
  const name = place?.inner ?? place?.field ?? path
  const label = formatField(name)
  if (is_hidden) return t('reviews.hidden')
  if (photo_id !== null) {
    const caption = typeof answer === 'string' ? answer : t('photo')
    return (
      <>
        <PhotoPicture photo={{ _id, photo_id }} caption={caption} /> {caption}
      </>
    )
  }
  if (path === partPaths.signature)
    return `${t('signature')}: ${(answer as { signer_name?: string } | null)?.signer_name ?? ''}`
  if (answer === null) return `${label}: ${t('forms:no-answer')}`
  if (isReason(answer)) return `${label}: ${formatReason(name, answer.reason)}`
  if (!field || field === 'row') return label
  if (field.kind === 'link') return <EmptyValue />
  const text = `${label}: ${formatAnswer(field, answer)}`
  return place?.isConfirmation ? `${text} (${t('forms:confirmed')})` : text
}

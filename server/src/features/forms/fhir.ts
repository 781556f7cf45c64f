import {
  applyOwnOptions,
  type FormName,
  type FormRecord,
  type Language,
  nameDrugs,
  nameOwnOptions,
  type OwnOptions,
  releasedForms,
  toQuestionnaire,
  toQuestionnaireResponse,
} from 'contract'
import { getFormTexts } from '../../core/texts.ts'

/**
 * The records of a form as a FHIR R4 Bundle of the type `collection`: first the form in each of its versions, then a
 * response a record.
 */
export async function* formatFhirBundle(
  form: FormName,
  batches: AsyncIterable<FormRecord[]>,
  {
    language,
    hospitalCode,
    ownOptions,
  }: { language: Language; hospitalCode: string; ownOptions: Promise<OwnOptions> },
): AsyncGenerator<string> {
  const own = await ownOptions
  const texts = nameOwnOptions(getFormTexts(form, language), own, { language, hospitalCode })
  // What was left out or is needed too is not said: records that were complete before must be answers of the same form.
  const versions = releasedForms
    .filter(({ name }) => name === form)
    .map((version) => applyOwnOptions(version, own))
  const questionnaires = versions.map((version) => {
    const resource = toQuestionnaire(version, texts, language)
    return { fullUrl: `${resource.url}:${resource.version}`, resource }
  })
  yield `{"resourceType":"Bundle","type":"collection","entry":[${questionnaires.map((one) => JSON.stringify(one)).join(',\n')}`
  for await (const records of batches)
    for (const record of records) {
      const version = versions.find(({ version }) => version === record.form_version)
      if (!version) throw new Error('a stored record has a form that was never released')
      const resource = toQuestionnaireResponse(version, record, nameDrugs(texts, record.drugs), hospitalCode)
      yield `,\n${JSON.stringify({ fullUrl: `urn:uuid:${record._id}`, resource })}`
    }
  yield ']}\n'
}

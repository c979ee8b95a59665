/**
 * Other people's schemas, as they publish them, that reports are held to:
 *
 * - `sarif-schema-2.1.0.json`: OASIS, SARIF 2.1.0 with errata 01, https://github.com/oasis-tcs/sarif-spec,
 *   `sarif-2.1/schema/sarif-schema-2.1.0.json`
 * - `junit-10.xsd`: Jenkins' xunit plugin (MIT, its licence stands in it), https://github.com/jenkinsci/xunit-plugin,
 *   `src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd`
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** What is wrong with a SARIF log, by the schema of OASIS. */
export function sarifErrors(text: string): readonly ErrorObject[] {
  // Of draft 4 it uses nothing that later drafts read in another way, but for the name of `$id`.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(textOf('sarif-schema-2.1.0.json')) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

/** What is wrong with a JUnit file, by the schema of Jenkins, as libxml2 reads both. */
export async function junitErrors(text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: text }],
    schema: [textOf('junit-10.xsd')],
  });
  return errors.map(({ message }) => message);
}

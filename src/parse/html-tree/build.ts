/**
 * HTML's tree construction (HTML standard, section 13.2.6), for a reader without scripts: what `<noscript>` holds is
 * markup. Comments and doctypes are not kept.
 */
import { AFTER_AFTER_BODY, AFTER_BODY, IN_BODY, TEXT } from './body.ts';
import { type Construction, TreeBuilder } from './builder.ts';
import { foreignContent } from './foreign.ts';
import { AFTER_AFTER_FRAMESET, AFTER_FRAMESET, IN_FRAMESET } from './frameset.ts';
import { AFTER_HEAD, BEFORE_HEAD, BEFORE_HTML, IN_HEAD, IN_HEAD_NOSCRIPT, INITIAL } from './head.ts';
import { IN_SELECT, IN_SELECT_IN_TABLE } from './select.ts';
import {
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_ROW,
  IN_TABLE,
  IN_TABLE_BODY,
  IN_TABLE_TEXT,
} from './table.ts';
import { IN_TEMPLATE } from './template.ts';
import type { TreeElement } from './tree.ts';

const MODES: Construction['modes'] = {
  initial: INITIAL,
  beforeHtml: BEFORE_HTML,
  beforeHead: BEFORE_HEAD,
  inHead: IN_HEAD,
  inHeadNoscript: IN_HEAD_NOSCRIPT,
  afterHead: AFTER_HEAD,
  inBody: IN_BODY,
  text: TEXT,
  inTable: IN_TABLE,
  inTableText: IN_TABLE_TEXT,
  inCaption: IN_CAPTION,
  inColumnGroup: IN_COLUMN_GROUP,
  inTableBody: IN_TABLE_BODY,
  inRow: IN_ROW,
  inCell: IN_CELL,
  inSelect: IN_SELECT,
  inSelectInTable: IN_SELECT_IN_TABLE,
  inTemplate: IN_TEMPLATE,
  afterBody: AFTER_BODY,
  inFrameset: IN_FRAMESET,
  afterFrameset: AFTER_FRAMESET,
  afterAfterBody: AFTER_AFTER_BODY,
  afterAfterFrameset: AFTER_AFTER_FRAMESET,
};

/** The tree of a page; its root holds the `html` element. */
export function buildTree(html: string): TreeElement {
  return new TreeBuilder(html, { modes: MODES, foreignContent }).build();
}

/** What the productions of XML 1.0 (fifth edition) look like, as patterns that match where reading stands. */

const NAME_START =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`;
const S = '[ \\t\\r\\n]';
const LITERAL = `(?:"[^"]*"|'[^']*')`;
const sticky = (source: string) => new RegExp(source, 'uy');

export const DECLARATION = sticky(
  `<\\?xml${S}+version${S}*=${S}*(?:"1\\.\\d+"|'1\\.\\d+')(?:${S}+encoding${S}*=${S}*(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?(?:${S}+standalone${S}*=${S}*(?:"(?:yes|no)"|'(?:yes|no)'))?${S}*\\?>`,
);
export const ELEMENT_NAME = sticky(`<(${NAME})`);
export const ATTRIBUTE = sticky(`${S}+(${NAME})${S}*=${S}*("[^<"]*"|'[^<']*')`);
export const TAG_END = sticky(`${S}*(/?)>`);
/** Most tags: a plain name and no attributes. */
export const PLAIN_TAG = /<([A-Za-z_][\w:.-]*)(\/?)>/y;
export const CLOSING = sticky(`</(${NAME})${S}*>`);
export const REFERENCE = sticky(`&(?:#(\\d+)|#x([\\da-fA-F]+)|(${NAME}));`);
export const INSTRUCTION = sticky(`<\\?(${NAME})(?=${S}|\\?>)`);
export const DOCTYPE = sticky(
  `<!DOCTYPE${S}+${NAME}(?:${S}+(SYSTEM${S}+${LITERAL}|PUBLIC${S}+${LITERAL}${S}+${LITERAL}))?${S}*(\\[|>)`,
);
export const SPACE = sticky(`${S}*`);
export const SUBSET_END = sticky(`\\]${S}*>`);
export const PARAMETER_ENTITY = sticky(`%${NAME};`);
export const SUBSET_DECLARATION = sticky(`<!(?:ENTITY${S}+(?:%|(${NAME}))|ELEMENT|ATTLIST|NOTATION)(?=${S})`);
export const UNQUOTED = sticky(`[^"'>]*`);
export const QUOTED = sticky(LITERAL);
export const SUBSET_OTHER = /(?=<!--|<\?)/uy;
/** What no document may hold (section 2.2): control characters but three, and two that are none. */
export const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u;
export const NOT_SPACE = /[^ \t\r\n]/g;

export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
export const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

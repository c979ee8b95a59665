/** Applies decorators as TypeScript's compiler does, so that what is written for it runs without a compiler. */
export function decorate(target, decorators, members = {}) {
  for (const [name, { decorators: own = [], parameters = [], types }] of Object.entries(members)) {
    if (types !== undefined) Reflect.defineMetadata('design:paramtypes', types, target.prototype, name);
    for (const [index, one] of parameters.entries()) one(target.prototype, name, index);
    const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
    for (const one of own.toReversed()) one(target.prototype, name, descriptor);
  }
  for (const one of decorators.toReversed()) one(target);
}

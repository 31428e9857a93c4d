import {
  MAX_NAMES,
  NAME_CALL,
  NAME_LENGTH,
  NAME_MASK,
  NAME_ROLE_COUNT,
  NAME_ROLES,
  NAME_SENDS,
  NAME_SIZE,
  NAMES,
  SCRATCH,
} from "./layout";

let nameCount: usize = 0;
let lastName: usize = NAMES;

/** Adds the name in SCRATCH. @param length including its parenthesis, at most 16 */
export function addName(length: i32, call: i32, sendsData: i32, roles: i32): void {
  if (nameCount === MAX_NAMES) return;
  const name = NAMES + nameCount * NAME_SIZE;
  memory.copy(name, SCRATCH, length);
  memory.fill(name + NAME_MASK, 0xff, length);
  store<i32>(name + NAME_LENGTH, length);
  store<i32>(name + NAME_CALL, call);
  store<i32>(name + NAME_SENDS, sendsData);
  store<i32>(name + NAME_ROLE_COUNT, roles);
  memory.copy(name + NAME_ROLES, SCRATCH + 16, 16);
  nameCount++;
}

/** @returns the address of the name found here, or 0 */
// @inline
export function findName(start: usize): usize {
  const text = v128.load(start);
  // most calls have the name of the one before
  if (isName(text, lastName)) return lastName;
  const end = NAMES + nameCount * NAME_SIZE;
  for (let name = NAMES; name < end; name += NAME_SIZE) {
    if (isName(text, name)) {
      lastName = name;
      return name;
    }
  }
  return 0;
}

// @inline
export function isName(text: v128, name: usize): bool {
  const masked = v128.and(text, v128.load(name + NAME_MASK));
  return nameCount > 0 && !v128.any_true(v128.xor(masked, v128.load(name)));
}

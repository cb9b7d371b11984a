// Elements of the page.  What people wrote goes in as text, never as markup.
export function element(name, className, content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}

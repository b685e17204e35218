// Elements from function calls. Text given here is always text, never markup.

function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "dataset") Object.assign(element.dataset, value);
        else if (name === "value" || name === "checked") element[name] = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...flat(children));
    return element;
}

const flat = (children) =>
    children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** h("button", {class: "plain", onclick: act}, "Go"): an HTML element. */
export function h(tag, properties, ...children) {
    return fill(document.createElement(tag), properties, children);
}

/** The same for SVG. */
export function svg(tag, properties, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** Replaces the content of an element with these. */
export function replace(element, ...children) {
    element.replaceChildren(...flat(children));
}

let lastId = 0;

/** A new id, to tie a label to its field. */
export function newId() {
    return `id-${++lastId}`;
}

/** A labelled field: the label's text above (or, for a check box, after) the control. */
export function field(label, control, properties) {
    control.id ||= newId();
    const text = h("label", {for: control.id}, label);
    const isCheck = control.type === "checkbox" || control.type === "radio";
    return h("div", {class: isCheck ? "field check" : "field", ...properties},
        isCheck ? [control, text] : [text, control]);
}

/** A list to choose from; options are [value, text] or plain values. */
export function select(options, value, properties) {
    const list = h("select", properties, options.map((option) => {
        const [key, text] = Array.isArray(option) ? option : [option, option];
        return h("option", {value: key}, text);
    }));
    list.value = value;
    return list;
}

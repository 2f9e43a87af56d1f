// SPDX-License-Identifier: GPL-3.0-or-later

// Command schema prints, as C++ initialisers, what Kubernetes' decoder knows about its Go types: field names, the
// type names that error texts quote, and which types read themselves. See README.md beside it.
package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	schedulerconfig "k8s.io/kube-scheduler/config/v1"
)

// row is one type as the table has it.
type row struct {
	kind   string
	name   string
	elem   int
	first  int
	count  int
	fields []fieldRow
}

type fieldRow struct {
	name     string
	typeID   int
	embedded string // names of the embedded structs on the way, joined by a dot
}

type table struct {
	rows []row
	ids  map[reflect.Type]int
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// customs are the types with an UnmarshalJSON of their own, by Go name, and what the table calls them.
var customs = map[string]string{
	"resource.Quantity": "Quantity", "v1.Time": "Time", "v1.MicroTime": "MicroTime", "v1.Duration": "Duration",
	"intstr.IntOrString": "IntOrString", "runtime.RawExtension": "Raw", "v1.FieldsV1": "Raw",
}

func (t *table) id(rt reflect.Type) int {
	if id, ok := t.ids[rt]; ok {
		return id
	}
	id := len(t.rows)
	t.ids[rt] = id
	t.rows = append(t.rows, row{})
	r := t.describe(rt)
	t.rows[id] = r
	return id
}

func (t *table) describe(rt reflect.Type) row {
	r := row{name: rt.String()}
	if rt.Kind() != reflect.Pointer && reflect.PointerTo(rt).Implements(jsonUnmarshaler) {
		custom, ok := customs[rt.String()]
		if !ok {
			panic("type with an UnmarshalJSON that the table does not know: " + rt.String())
		}
		r.kind = custom
		return r
	}
	if rt.Kind() != reflect.Pointer && reflect.PointerTo(rt).Implements(textUnmarshaler) {
		panic("type with UnmarshalText: " + rt.String())
	}
	switch rt.Kind() {
	case reflect.Struct:
		r.kind = "Struct"
		r.fields = t.structFields(rt)
	case reflect.Pointer:
		r.kind, r.elem = "Pointer", t.id(rt.Elem())
	case reflect.Slice:
		if rt.Elem().Kind() == reflect.Uint8 {
			r.kind = "Bytes"
			r.elem = t.id(rt.Elem())
			return r
		}
		r.kind, r.elem = "Slice", t.id(rt.Elem())
	case reflect.Map:
		if rt.Key().Kind() != reflect.String {
			panic("map with keys of " + rt.Key().String())
		}
		r.kind, r.elem = "Map", t.id(rt.Elem())
	case reflect.String:
		r.kind = "String"
	case reflect.Bool:
		r.kind = "Bool"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.kind, r.elem = "Int", rt.Bits()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		r.kind, r.elem = "Uint", rt.Bits()
	case reflect.Float32, reflect.Float64:
		r.kind, r.elem = "Float", rt.Bits()
	case reflect.Interface:
		if rt.NumMethod() > 0 {
			r.kind = "Refused"
		} else {
			r.kind = "Any"
		}
	default:
		panic("type of kind " + rt.Kind().String())
	}
	return r
}

// structFields lists a struct's JSON fields: those of embedded structs are lifted, the shallower one wins.
func (t *table) structFields(rt reflect.Type) []fieldRow {
	type level struct {
		rt   reflect.Type
		path string
	}
	seen := map[string]bool{}
	var out []fieldRow
	for levels := []level{{rt, ""}}; len(levels) > 0; {
		var next []level
		var names []string
		for _, l := range levels {
			for i := 0; i < l.rt.NumField(); i++ {
				f := l.rt.Field(i)
				tag := f.Tag.Get("json")
				if tag == "-" || (!f.IsExported() && !f.Anonymous) {
					continue
				}
				name, options, _ := strings.Cut(tag, ",")
				if strings.Contains(","+options+",", ",string,") {
					panic("quoted field " + f.Name)
				}
				inner := f.Type
				if inner.Kind() == reflect.Pointer {
					inner = inner.Elem()
				}
				if f.Anonymous && name == "" && inner.Kind() == reflect.Struct {
					path := f.Name
					if l.path != "" {
						path = l.path + "." + f.Name
					}
					next = append(next, level{inner, path})
					continue
				}
				if name == "" {
					name = f.Name
				}
				if seen[name] {
					continue
				}
				names = append(names, name)
				out = append(out, fieldRow{name: name, typeID: t.id(f.Type), embedded: l.path})
			}
		}
		for _, name := range names {
			seen[name] = true
		}
		levels = next
	}
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// key names a struct for callers: the last two parts of its package and its name, `core/v1.Pod`.
func key(rt reflect.Type) string {
	parts := strings.Split(rt.PkgPath(), "/")
	if len(parts) > 2 {
		parts = parts[len(parts)-2:]
	}
	return strings.Join(parts, "/") + "." + rt.Name()
}

// foreign tells the types that apimachinery registers in every group.
func foreign(gvk schema.GroupVersionKind, rt reflect.Type) bool {
	if !strings.HasPrefix(rt.PkgPath(), "k8s.io/apimachinery/") {
		return false
	}
	return gvk.Group != "" || gvk.Version != "v1" || gvk.Kind == "WatchEvent"
}

func main() {
	t := &table{ids: map[reflect.Type]int{}}
	type kindRow struct {
		gv, kind string
		id       int
	}
	var kinds []kindRow
	add := func(gvk schema.GroupVersionKind, rt reflect.Type) {
		kinds = append(kinds, kindRow{gvk.GroupVersion().String(), gvk.Kind, 0})
	}
	known := scheme.Scheme.AllKnownTypes()
	var order []schema.GroupVersionKind
	for gvk, rt := range known {
		if gvk.Version != "__internal" && !foreign(gvk, rt) {
			order = append(order, gvk)
			add(gvk, rt)
		}
	}
	sort.Slice(order, func(i, j int) bool { return order[i].String() < order[j].String() })
	types := map[string]reflect.Type{}
	for _, gvk := range order {
		t.id(known[gvk])
		types[gvk.GroupVersion().String()+" "+gvk.Kind] = known[gvk]
	}
	config := schema.GroupVersion{Group: "kubescheduler.config.k8s.io", Version: "v1"}
	for _, rt := range []reflect.Type{
		reflect.TypeFor[schedulerconfig.KubeSchedulerConfiguration](),
		reflect.TypeFor[schedulerconfig.DefaultPreemptionArgs](), reflect.TypeFor[schedulerconfig.DynamicResourcesArgs](),
		reflect.TypeFor[schedulerconfig.InterPodAffinityArgs](), reflect.TypeFor[schedulerconfig.NodeAffinityArgs](),
		reflect.TypeFor[schedulerconfig.NodeResourcesBalancedAllocationArgs](),
		reflect.TypeFor[schedulerconfig.NodeResourcesFitArgs](), reflect.TypeFor[schedulerconfig.PodTopologySpreadArgs](),
		reflect.TypeFor[schedulerconfig.VolumeBindingArgs](),
	} {
		t.id(rt)
		kinds = append(kinds, kindRow{config.String(), rt.Name(), 0})
		types[config.String()+" "+rt.Name()] = rt
	}
	for i := range kinds {
		kinds[i].id = t.ids[types[kinds[i].gv+" "+kinds[i].kind]]
	}
	sort.Slice(kinds, func(i, j int) bool {
		if kinds[i].gv != kinds[j].gv {
			return kinds[i].gv < kinds[j].gv
		}
		return kinds[i].kind < kinds[j].kind
	})

	names := map[string]int{}
	for rt, id := range t.ids {
		if rt.Kind() == reflect.Struct && rt.Name() != "" {
			if _, twice := names[key(rt)]; twice {
				panic("two types are called " + key(rt))
			}
			names[key(rt)] = id
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	sort.Strings(sorted)

	w := os.Stdout
	fmt.Fprintln(w, "// SPDX-License-Identifier: GPL-3.0-or-later")
	fmt.Fprintln(w, "// Generated from the Go types of Kubernetes v1.36.1 by tools/schema (see the README there); do not edit.")
	fmt.Fprintln(w, "constexpr FieldRow fieldRows[] = {")
	first := 0
	for i := range t.rows {
		r := &t.rows[i]
		r.first, r.count = first, len(r.fields)
		first += len(r.fields)
		for _, f := range r.fields {
			if f.embedded != "" {
				fmt.Fprintf(w, "{%q,%d,%q},", f.name, f.typeID, f.embedded)
			} else {
				fmt.Fprintf(w, "{%q,%d},", f.name, f.typeID)
			}
		}
		if r.count > 0 {
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintln(w, "};\nconstexpr TypeRow typeRows[] = {")
	for _, r := range t.rows {
		fmt.Fprintf(w, "{TypeKind::%s,%q,%d,%d,%d},\n", r.kind, r.name, r.elem, r.first, r.count)
	}
	fmt.Fprintln(w, "};\nconstexpr NameRow nameRows[] = {")
	for _, name := range sorted {
		fmt.Fprintf(w, "{%q,%d},\n", name, names[name])
	}
	fmt.Fprintln(w, "};\nconstexpr KindRow kindRows[] = {")
	for _, k := range kinds {
		fmt.Fprintf(w, "{%q,%q,%d},\n", k.gv, k.kind, k.id)
	}
	fmt.Fprintln(w, "};")
}
